/** What `omitUndefined` leaves: members that may be undefined may be absent instead. */
type Named<Values> = {
  [Name in keyof Values as undefined extends Values[Name] ? never : Name]: Values[Name];
} & {
  [Name in keyof Values as undefined extends Values[Name] ? Name : never]?: Exclude<Values[Name], undefined>;
};

/** The members that have a value: what a caller did not name is absent, not undefined. */
export function omitUndefined<Values extends object>(values: Values): Named<Values> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as Named<Values>;
}
