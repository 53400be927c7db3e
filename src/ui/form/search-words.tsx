import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useLeaving } from '../parts/use-leaving.ts';
import { TextField } from './text-field.tsx';

const TYPE_MS = 300;

/**
 * The words a list is searched for. They are told once their writer pauses; what the list is searched for otherwise, as
 * after "Clear", stands here, too.
 */
export function SearchWords({
  value,
  placeholder,
  maxLength,
  onSearch,
}: {
  /** What the list is searched for now. */
  value: string;
  placeholder: string;
  maxLength: number;
  onSearch: (words: string) => void;
}) {
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  const [told, setTold] = useState(value);
  const leaving = useLeaving();
  if (value !== seen) {
    setSeen(value);
    // what was told from here comes back later, when more may have been typed
    if (value !== told) setText(value);
  }
  useEffect(() => {
    const words = text.trim();
    if (words === value || leaving) return undefined;
    const timer = setTimeout(() => {
      setTold(words);
      onSearch(words);
    }, TYPE_MS);
    return () => clearTimeout(timer);
  });
  return (
    <TextField
      path="q"
      label="Search"
      type="search"
      icon={<IconSearch size={16} stroke={1.75} />}
      placeholder={placeholder}
      maxLength={maxLength}
      value={text}
      onChange={setText}
    />
  );
}
