import { useState } from 'react';

/** Copies a text when asked to, and says whether that worked: a browser may not allow it. */
export function useCopy(text: string): { copied: 'yes' | 'failed' | null; copy: () => Promise<void> } {
  const [copied, setCopied] = useState<'yes' | 'failed' | null>(null);
  return {
    copied,
    copy: async () => {
      try {
        await navigator.clipboard.writeText(text);
        setCopied('yes');
      } catch {
        setCopied('failed');
      }
    },
  };
}
