type ArabicPlural = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';

type KeyInArabic<Key> = Key extends `${infer Base}_${'one' | 'other'}` ? `${Base}_${ArabicPlural}` : Key;

/**
 * What an Arabic namespace must hold to match an English one: the same keys, and for a counted key
 * (`units_one`, `units_other`) all six Arabic plural forms. A missing or extra key fails the type check.
 */
export type ArabicTranslation<English> = {
  [Key in keyof English as KeyInArabic<Key>]: English[Key] extends string
    ? string
    : ArabicTranslation<English[Key]>;
};
