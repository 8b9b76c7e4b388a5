/**
 * What stays text as it was written: HTML, since nothing a model writes is markup, and footnotes, whose marks would lead
 * to the feet of other answers.
 */
const LEFT_AS_TEXT = [
  'htmlFlow',
  'htmlText',
  'gfmFootnoteCall',
  'gfmFootnoteDefinition',
  'gfmPotentialFootnoteCall',
];

type SyntaxData = { micromarkExtensions?: object[] | undefined };

/** A remark plugin; comes after `remark-gfm`. */
export function plainSyntax(this: { data: () => object }): void {
  const data: SyntaxData = this.data();
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), { disable: { null: LEFT_AS_TEXT } }];
}
