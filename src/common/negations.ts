/** Words that deny the words beside them, parted by white space. "ما" is left out: the word means "what" as often. */
export const NEGATIONS = `
لا لم لن ليس ليست ليسوا غير بدون دون بلا ولا ولم ولن وليس وليست فلا مش مو مب موب ماكو مافي مافيش ماكاين
not no never without cannot nor t none neither pas nicht kein keine no ningún non nunca não
`;
