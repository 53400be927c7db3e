/** Text with its web addresses as links. */
export function Linked({ text }: { text: string }) {
  return text.split(/(https:\/\/\S+)/).map((part) =>
    part.startsWith('https://') ? (
      <a key={part} href={part} target="_blank" rel="noreferrer">
        {part.replace('https://', '')}
      </a>
    ) : (
      part
    ),
  );
}
