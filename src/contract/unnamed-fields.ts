/**
 * Body fields that the interface describes without showing their names. The names here are public ones: a gateway that
 * announces capabilities knows them, of another one a connection says what it calls them.
 */
export const UNNAMED_FIELDS = ['MaxLimit', 'UpdateGlobal', 'ChatHistory'] as const;
export type UnnamedField = (typeof UNNAMED_FIELDS)[number];
/** What a gateway calls them. One that is absent is not sent there. */
export type FieldNames = Partial<Record<UnnamedField, string>>;
