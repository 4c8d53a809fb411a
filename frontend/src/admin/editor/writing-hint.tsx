/** What a field with the editor says of it: keys only where there is a keyboard. */
export const WRITING_HINT = (
  <>
    Drop or paste pictures and videos into the text.
    <span className="hidden keyboard:inline"> Alt + F10 goes to the tools.</span>
  </>
);
