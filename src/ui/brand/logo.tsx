/** The mark: a P whose bowl turns around a point, like people around a matter. */
export function Mark({ size = 22 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 22 22" fill="none" aria-hidden>
      <path
        d="M4.5 20.2V9.6a6.6 6.6 0 1 1 6.9 6.6"
        stroke="var(--primary)"
        strokeWidth="2.9"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="11.1" cy="9.6" r="2" fill="var(--primary)" />
    </svg>
  );
}

/** Mark and name, as they stand in the header and on the pages before sign-in. */
export function Logo() {
  return (
    <span
      style={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 8,
        color: 'var(--ink-1)',
        fontSize: 17,
        lineHeight: '24px',
        fontWeight: 'var(--w-semibold)',
        letterSpacing: 'var(--track-title)',
      }}
    >
      <Mark />
      Peritus
    </span>
  );
}
