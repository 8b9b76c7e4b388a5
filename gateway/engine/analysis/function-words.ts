/**
 * Closed-class words of one language, spelled with its accents: `plain` (articles, prepositions, pronouns, conjunctions,
 * auxiliaries) carry no subject anywhere, `asking` only make a sentence a question.
 */
interface FunctionWords {
  plain: string;
  asking: string;
}

/** By ISO 639-1 code. Own lists after the languages' grammars: short, so that no word with a subject is lost. */
export const FUNCTION_WORDS = {
  de: {
    plain: `der die das den dem des ein eine einer eines einem einen und oder aber doch sondern denn in im an am auf aus bei beim
      mit nach von vom vor zu zum zur über unter für durch gegen ohne um bis seit während wegen zwischen hinter neben
      ich du er sie es wir ihr mich dich ihn uns euch mir dir ihm ihnen sich mein dein sein seine seiner seinem seinen ihre ihrer ihrem
      ihren unser euer dieser diese dieses diesem diesen jener jene jenes als wie wenn dass daß ob weil damit auch nicht nur noch
      schon so sehr da dort hier ist sind war waren wird werden wurde wurden worden bin bist sei gewesen hat haben hatte hatten habe
      kann können konnte konnten muss müssen soll sollen will wollen darf dürfen mag möchte man kein keine keinen einige alle
      etwas dann nun mehr zwar sowie bzw`,
    asking:
      'was wer wen wem wessen wann wo wohin woher warum wieso weshalb welche welcher welches welchen welchem wieviel viele viel wofür womit woran worin wodurch',
  },
  es: {
    plain: `el la los las un una unos unas lo al del de a en por para con sin sobre entre hasta desde hacia según contra durante
      y e o u pero sino ni que si aunque porque pues como más menos muy ya también tampoco no sí solo
      yo tú él ella ello nosotros vosotros ellos ellas usted ustedes me te se nos os le les mi tu su mis tus sus nuestro nuestra
      este esta esto estos estas ese esa eso esos esas aquel aquella aquello es son era eran fue fueron ser sido siendo está están
      estaba estaban estar he ha han había habían haber hay hubo tiene tienen tenía puede pueden podía algo algún alguna todo toda
      todos todas otro otra otros otras cada mismo misma`,
    asking:
      'qué quién quiénes cuál cuáles cuándo cuánto cuánta cuántos cuántas dónde adónde cómo cual quien donde cuando',
  },
  fr: {
    plain: `le la les l un une des du de d à au aux en dans par pour sur sous avec sans entre vers chez depuis pendant contre
      et ou mais donc or ni car que qu si comme plus moins très aussi ne n pas non y ce c cet cette ces cela ça
      je j tu il elle on nous vous ils elles me m te t se s lui leur leurs eux mon ma mes ton ta tes son sa ses notre nos votre vos
      qui dont est sont était étaient fut furent être été étant a ont avait avaient eut avoir eu ai as sera seront peut peuvent
      pouvait doit fait tout toute tous toutes même mêmes autre autres quelque quelques`,
    asking: 'quoi quel quelle quels quelles quand où comment pourquoi combien lequel laquelle lesquels',
  },
  it: {
    plain: `il lo la i gli le l un uno una di a da in con su per tra fra del dello della dei degli delle al allo alla ai agli alle
      dal dallo dalla dai dagli dalle nel nello nella nei negli nelle sul sullo sulla sui sugli sulle e ed o ma se che come più meno
      molto anche non sì io tu lui lei noi voi loro mi ti si ci vi ne gli suo sua suoi sue mio mia tuo nostro vostro
      questo questa questi queste quello quella quelli quelle è sono era erano fu furono essere stato stata stati stante ha hanno
      aveva avevano avere avuto può possono viene tutto tutti tutta tutte altro altri altre ogni stesso`,
    asking: 'cosa chi quale quali qual quando quanto quanta quanti quante dove perché cui',
  },
  pt: {
    plain: `o a os as um uma uns umas de do da dos das em no na nos nas por pelo pela pelos pelas para com sem sob sobre entre até
      desde ao aos à às e ou mas nem que se como mais menos muito já também não sim só eu tu ele ela nós vós eles elas você vocês
      me te lhe lhes seu sua seus suas meu minha nosso nossa este esta isto estes estas esse essa isso esses essas aquele aquela
      aquilo é são era eram foi foram ser sido sendo está estão estava estavam estar há havia tem têm tinha tinham ter pode podem
      podia todo toda todos todas outro outra outros outras cada mesmo mesma`,
    asking: 'quê quem qual quais quando quanto quanta quantos quantas onde aonde porquê',
  },
  nl: {
    plain: `de het een en of maar want dus in op aan uit bij met naar van voor door over onder tegen tussen zonder om tot sinds
      tijdens na te ik jij je u hij zij ze wij we jullie hen hun haar hem mij me zich zijn mijn jouw uw ons onze deze dit die dat
      daar hier er als dan ook niet geen nog al zo zeer is was waren ben bent wordt worden werd werden geworden heeft hebben had
      hadden heb kan kunnen kon konden moet moeten zal zullen zou zouden mag mogen wil men omdat toen alle meer andere`,
    asking: 'wat wie wanneer waar waarom hoe welk welke hoeveel waarin waarmee waarvoor waardoor',
  },
  sv: {
    plain: `den det de en ett och eller men för så i på av till från med utan om under över mellan mot vid hos efter före genom
      jag du han hon vi ni dem dig mig honom henne oss er sig min din sin hans hennes deras vår denna detta dessa som att när där
      här inte ej också bara mycket mer är var vara varit blev blir bli blivit har hade ha haft kan kunde ska skulle vill måste får
      man någon något några alla andra än då eftersom`,
    asking: 'vad vem vilka vilken vilket vems varför hur många mycket vart',
  },
  da: {
    plain: `den det de en et og eller men for så i på af til fra med uden om under over mellem mod ved hos efter før gennem
      jeg du han hun vi dem dig mig ham hende os jer sig min din sin hans hendes deres vores denne dette disse som at når der her
      ikke også kun meget mere er var være været blev bliver blive blevet har havde have haft kan kunne skal skulle vil ville må
      man nogen noget nogle alle andre end da fordi`,
    asking: 'hvad hvem hvilke hvilken hvilket hvis hvorfor hvordan hvornår hvor mange',
  },
  no: {
    plain: `den det de en et ei og eller men for så i på av til fra med uten om under over mellom mot ved hos etter før gjennom
      jeg du han hun vi dem deg meg ham henne oss dere seg min din sin hans hennes deres vår denne dette disse som at når der her
      ikke også bare meget mer er var være vært ble blir bli blitt har hadde ha hatt kan kunne skal skulle vil ville må
      man noen noe alle andre enn da fordi`,
    asking: 'hva hvem hvilke hvilken hvilket hvorfor hvordan hvor mange',
  },
  fi: {
    plain: `ja tai mutta sekä että jos kun niin kuin myös vain ei eivät en et emme ole on oli ovat olivat olla ollut olisi
      minä sinä hän me te he se ne tämä tuo nämä nuo sen sitä siinä siitä niiden jotka joka jonka jota jossa josta joita hänen
      heidän sillä siis kanssa mukaan vuoksi ennen jälkeen välillä yli ali noin voi voivat`,
    asking:
      'mikä mitä mitkä minkä missä mistä mihin milloin kuka ketkä kenen ketä miksi miten kuinka monta paljonko',
  },
  tr: {
    plain: `ve veya ya da de ile için gibi kadar göre ama fakat ancak ise ki bir bu şu o bunlar şunlar onlar ben sen biz siz bana
      sana ona bize onu onun onların bunun bunu buna her çok daha en hem hiç değil var yok olan olarak oldu olduğu olduğunu olur
      olmak idi iken sonra önce üzere arasında tarafından diğer bazı tüm bütün şey ayrıca`,
    asking:
      'ne kim kimin kime kimi hangi hangisi nasıl neden niçin niye nerede nereye nereden nere kaç zaman mi mı mu mü nedir kimdir nelerdir',
  },
  ro: {
    plain: `și sau dar ci iar nici că să dacă deși pentru în la de din dintre pe cu fără prin până către despre sub peste spre
      un o unui unei niște al a ai ale cel cea cei cele lui lor este e sunt era erau fost fi fiind a au avea avut am ai are
      eu tu el ea noi voi ei ele mă te se îl îi le ne vă își meu mea tău său sa săi sale acest această acești aceste acel acea
      acei acele mai foarte nu da tot toate toți alt altă alți alte fiecare care ca după între fi poate pot putea`,
    asking: 'ce cine când unde cum cât câtă câți câte cui căruia cărei',
  },
  hu: {
    plain: `a az egy és vagy de hogy ha mert is nem ne csak már még meg el ki be le fel van vannak volt voltak lesz lenne én te ő mi
      ti ők ez ezek azok ezt azt ennek annak ebben abban erre arra ami amely amelyek aki akik amit mint majd után előtt között
      szerint által alatt fölött minden más`,
    asking: 'mi mit ki kik kit mikor hol hova honnan miért hogyan mennyi hány melyik milyen kinek minek',
  },
  pl: {
    plain: `i a w we z ze na do od po za o u przy dla przez nad pod przed między bez oraz lub albo ale że żeby jeśli gdy nie tak
      też także tylko już jest są był była było były być będzie będą został została zostały ma mają miał ja ty on ona ono my wy
      oni one go mu jej jego ich im się sobie ten ta to ci te tego tej tych tym ich który która które którzy których jako jak`,
    asking: 'co kto kogo komu kim czym kiedy gdzie dokąd skąd dlaczego ile jaki jaka jakie czy czego',
  },
  cs: {
    plain: `a i v ve z ze na do od po za o u při pro přes nad pod před mezi bez nebo ale že aby jestli když ne také jen už je jsou
      byl byla bylo byli být bude budou má mají měl já ty on ona ono my vy oni ho mu jí jeho její jejich se si ten ta to ti ty
      toho té těch tím který která které kteří kterých jako jak s k ke`,
    asking: 'co kdo koho komu kým čím kdy kde kam odkud proč kolik jaký jaká jaké čeho zda',
  },
  id: {
    plain: `yang dan atau tetapi namun di ke dari pada dalam dengan untuk oleh kepada terhadap tentang antara hingga sampai sejak
      ini itu tersebut ia dia mereka kami kita saya aku anda kamu nya adalah ialah merupakan telah sudah akan sedang masih dapat
      bisa harus tidak bukan juga hanya saja lebih sangat sebagai seperti karena jika bila ketika saat agar bahwa maka para suatu
      sebuah seorang setiap semua ada lain`,
    asking: 'apa siapa kapan mana dimana bagaimana mengapa kenapa berapa apakah manakah siapakah berapakah',
  },
  vi: {
    plain: `và hoặc hay nhưng của là có được bị do bởi với cho từ đến tới trong ngoài trên dưới tại ở về theo như để mà thì nếu khi
      vì nên cũng đã đang sẽ vẫn còn chỉ rất lại ra vào không này đó kia các những một mỗi tôi bạn anh chị ông bà họ nó chúng
      ta mình người ta sau trước giữa cùng`,
    asking: 'gì nào ai đâu sao bao nhiêu mấy thế tại khi',
  },
  ru: {
    plain: `и или но а же в во на с со к ко о об от до из за по под над при для без через между у не ни да бы ли то что чтобы если
      как так тоже также только уже ещё еще очень я ты он она оно мы вы они его её ее их ему ей им нём ней них себя свой своя своё
      свои своих этот эта это эти этого этой этих тот та те того той тех который которая которое которые которых которой которого
      был была было были быть есть будет будут является являются может могут все всё весь всех другой другие`,
    asking:
      'кто кого кому кем чего чему чем какой какая какое какие каких какого каком когда где куда откуда почему зачем сколько чей',
  },
  uk: {
    plain: `і й та або але а же в у на з зі із до від о об про за по під над при для без через між не ні би чи то що щоб якщо як
      так теж також тільки вже ще дуже я ти він вона воно ми ви вони його її їх йому їй їм себе свій своя своє свої цей ця це ці
      цього цієї цих той та те ті того який яка яке які яких був була було були бути є буде будуть може можуть всі все весь інший`,
    asking: 'хто кого кому ким чого чому чим коли де куди звідки навіщо скільки чий якою якого',
  },
  bg: {
    plain: `и или но а в във на с със към о от до из за по под над при без през между не ни да би ли че ако като така също само вече
      още много аз ти той тя то ние вие те го я му ѝ им ги се си свой този тази това тези онзи който която което които е са беше
      бяха бил била било били бъде ще може могат всички всеки друг други`,
    asking: 'кой коя кое кои кого какво каква какъв какви кога къде защо как колко чий',
  },
  hi: {
    plain: `का के की को में से पर ने और या लेकिन तो ही भी यह वह ये वे इस उस इन उन इसके उसके इसकी उसकी इसका उसका उनके उनकी उन्हें उन्होंने
      इसे उसे अपने अपनी अपना मैं हम तुम आप जो जिस जिसे जिसके जिसमें जिससे जब तब है हैं था थी थे हो होता होती होते हुआ हुई हुए होने रहा रही
      रहे गया गई गए जाता जाती जाते कर करने करके किया की करता करते लिए साथ तक बाद एक कि नहीं द्वारा एवं तथा सकता सकते सकती बहुत कुछ सभी`,
    asking:
      'क्या कौन किस किसे किसने किसका किसके किसकी किसको कब कहाँ कहां कैसे कैसा क्यों कितना कितने कितनी कौनसा कौनसे किन',
  },
  el: {
    plain: `ο η το οι τα του της των τον την τους τις στο στη στην στον στα στους στις ένας μία μια ένα και ή αλλά όμως με σε από για
      προς κατά μετά πριν χωρίς μεταξύ ως σαν να θα που ότι πως αν όταν επειδή ενώ δεν μην δε είναι ήταν έχει έχουν είχε είχαν
      εγώ εσύ αυτός αυτή αυτό αυτοί αυτές αυτά εμείς εσείς μου σου μας σας όλα όλοι κάθε άλλο άλλα πολύ πιο`,
    asking: 'τι ποιος ποια ποιο ποιοι ποιες ποιον ποιους πότε πού πως πώς γιατί πόσο πόσα πόσοι πόσες τίνος',
  },
  zh: {
    plain:
      '的 了 在 是 和 与 及 或 也 都 就 而 但 但是 被 把 从 对 为 以 于 之 这 那 这个 那个 其 他 她 它 他们 我 你 我们 有 着 过 等 並 并 個 个 吗 呢',
    asking: '什么 什麼 谁 誰 哪 哪个 哪些 哪里 何时 何 怎么 怎样 如何 为什么 為什麼 多少 几 哪个 哪一',
  },
  ja: {
    plain:
      'の に は を た が で て と し れ さ ある いる も する から な こと として い や など なっ ない この ため その あっ よう また もの という あり まで られ なる へ か だ これ によって により です ます でし まし れる した された',
    asking: '何 誰 いつ どこ どの どれ どう なぜ どのように いくつ なん',
  },
  th: {
    plain:
      'ที่ และ ใน ของ เป็น มี ได้ ให้ กับ จาก โดย ว่า ไม่ การ ความ นี้ นั้น ก็ จะ แต่ หรือ อยู่ ไป มา ถึง แก่ แล้ว ซึ่ง เพื่อ คือ ถูก ต่อ อีก ด้วย',
    asking: 'อะไร ใคร เมื่อไร เมื่อไหร่ เมื่อใด ไหน ใด อย่างไร ทำไม เท่าไร เท่าไหร่ เท่าใด กี่ ยังไง ไหม',
  },
} as const satisfies Record<string, FunctionWords>;
