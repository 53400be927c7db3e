export type SelectOption = { value: string; label: string; group?: string | undefined; disabled?: boolean | undefined };
