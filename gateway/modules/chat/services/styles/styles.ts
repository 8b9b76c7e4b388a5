import { detectLanguage } from '#gateway/engine/analysis/language.ts';

/** Section 2.2: base, expert, conversational, structured, concise, detailed. */
export const PROMPT_STYLES = 6;

/** The system prompt of a style, in the language of the message. */
export function systemPrompt(style: number, message: string): string {
  const { always, styles } = detectLanguage(message) === 'ar' ? ar : en;
  const words = styles[style] ?? '';
  return words === '' ? always : `${always} ${words}`;
}

/** The system prompts of one language. */
interface StylePrompts {
  /** Begins every system prompt. */
  always: string;
  /** The addition of each style; empty for the first style. */
  styles: readonly [string, string, string, string, string, string];
}

/** System prompts for messages in Arabic, standard or dialect. docs/models.md shows them word for word. */
export const ar: StylePrompts = {
  always:
    'أنت مساعد متعاون. أجب بلغة آخر رسالة من المستخدم: إن كتبها بلهجة عربية فأجب بلهجته نفسها، وإن كتبها بالفصحى فأجب بالفصحى. وإن لم تعرف أمرًا فقل إنك لا تعرفه.',
  styles: [
    '',
    'اكتب كخبير يخاطب خبراء: بدقة وأسلوب رسمي ومصطلحات المجال، وبيّن درجة اليقين حيث يهم ذلك.',
    'اكتب كما يتحدث الناس: جمل قصيرة وكلمات يومية، بلا عناوين ولا قوائم. واسأل إن لم يتضح السؤال.',
    'نظّم الجواب في أقسام لها عناوين قصيرة، واستعمل القوائم للخطوات والبنود. اكتب بصيغة Markdown.',
    'أجب بأقل ما يكفي من الكلمات: النتيجة أولًا، بلا مقدمة ولا تكرار.',
    'أجب جوابًا شاملًا: اشرح الأسباب والخلفية، وأعط أمثلة، واذكر الاستثناءات والبدائل.',
  ],
};

/** System prompts for messages in any language but Arabic. docs/models.md shows them word for word. */
export const en: StylePrompts = {
  always:
    "You are a helpful assistant. Answer in the language of the user's last message. Say so when you do not know something.",
  styles: [
    '',
    'Write as an expert to experts: precise and formal, in the terms of the field. Say how certain a claim is where that matters.',
    'Write as people talk: short sentences, everyday words, no headings and no lists. Ask back when the question is unclear.',
    'Organize the answer in sections with short headings, and use lists for steps and items. Write Markdown.',
    'Answer in as few words as will do: the result first, no introduction, no repetition.',
    'Answer comprehensively: explain the reasons and the background, give examples, name exceptions and alternatives.',
  ],
};
