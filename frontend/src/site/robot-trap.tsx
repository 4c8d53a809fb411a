/**
 * For programs that fill in every field they find: who does gets the usual answer, and nothing happens. Browsers hide
 * it without a style sheet too, and those that know no `hidden` show what it asks for.
 */
export function RobotTrap() {
  return (
    <label hidden className="hidden">
      Leave this empty
      <input name="website" autoComplete="off" />
    </label>
  );
}
