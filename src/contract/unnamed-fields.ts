/**
 * Body fields that the interface describes without showing their names. These names are public: a gateway with
 * capabilities knows them; for any other gateway the connection holds its names.
 */
export const UNNAMED_FIELDS = ['MaxLimit', 'UpdateGlobal', 'ChatHistory'] as const;
export type UnnamedField = (typeof UNNAMED_FIELDS)[number];
/** The gateway's names of the fields; a field without a name is not sent. */
export type FieldNames = Partial<Record<UnnamedField, string>>;
