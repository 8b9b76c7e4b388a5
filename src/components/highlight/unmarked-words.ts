const ARABIC = `
من في علي الي عن مع عند لدي منذ حتي بين او ثم بل لكن ام اما ان اذا اذ لو كي حيث حين عندما بعد قبل كل بعض غير
ما ماذا متي اين كيف كم هل لماذا لم لن لا ليس اي اية ماهو ماهي بكم فيم لمن
هو هي هم هن انا نحن انت هذا هذه ذلك تلك هنا هناك الذي التي الذين كان كانت يكون تكون قد لقد تم يتم ورد
به بها له لها لهم فيه فيها منه منها عنه عنها عليه عليها اليه اليها وهو وهي وفي ومن وعلي والي وعن وما ولا
ايش شو ايه ليش ليه وين فين شلون ازاي مين امتي قديش اديش شنو اللي عشان علشان ابغي اريد بدي عايز ممكن
و ف ب ل ال يا ه م س ج
`;
const ENGLISH = `
a an the and or but if of in on at by for from to into with without about as is are was were be been do does did has have had
will would shall should can could may might must not no this that these those there it its they them he she we us our you your
i me my what which who whom whose when where why how many much please tell s t re ve ll d m
`;

/** Words, lower case and without tashkeel or hamza forms, that are never marked: they stand in every text. */
export const UNMARKED_WORDS: ReadonlySet<string> = new Set(
  `${ARABIC} ${ENGLISH}`.split(/\s+/).filter(Boolean),
);
