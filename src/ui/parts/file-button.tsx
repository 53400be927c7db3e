import { type ReactNode, useRef } from 'react';
import { Button, type ButtonSize } from './button.tsx';

/** A button that asks for a file. `label`: what the file is, for who does not see the button's place; `capture`: by the camera of a telephone. */
export function FileButton({
  label,
  accept,
  capture,
  onChoose,
  children,
  ...look
}: {
  label: string;
  accept: string;
  capture?: 'environment';
  onChoose: (file: File) => void;
  children: ReactNode;
  kind?: 'default' | 'quiet';
  size?: ButtonSize;
  icon?: ReactNode;
  busy?: boolean;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        capture={capture}
        aria-label={label}
        hidden
        onChange={(event) => {
          const [chosen] = event.currentTarget.files ?? [];
          // the same file can be chosen again
          event.currentTarget.value = '';
          if (chosen) onChoose(chosen);
        }}
      />
      <Button {...look} onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  );
}
