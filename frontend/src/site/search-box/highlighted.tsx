/**
 * Search highlighting of a text in pieces: at every second place, counted from the second, stands a word that was
 * searched for.
 */
export function Highlighted({ pieces }: { pieces: string[] }) {
  return pieces.map((piece, place) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: a piece has no name but its place
    place % 2 === 1 ? <mark key={place}>{piece}</mark> : piece,
  );
}
