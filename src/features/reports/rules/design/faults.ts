import type { FieldError } from '../../../../core/errors.ts';
import { type FormDefinition, formDefinitionSchema, questionsOf } from '../definition.ts';

/** What a draft lacks before it can be published, each at its place: "sections.2.questions.0.label". */
export function draftFaults(definition: FormDefinition): FieldError[] {
  const checked = formDefinitionSchema.safeParse(definition);
  const faults = (checked.error?.issues ?? []).map(({ path, message }) => ({
    path: path.map(String).join('.'),
    message,
  }));
  const signatures = questionsOf(definition).filter(({ question }) => question.type === 'signature');
  const [signature] = signatures;
  const last = `sections.${definition.sections.length - 1}`;
  if (!signature) faults.push({ path: last, message: 'A report is signed: add a signature.' });
  else if (signatures.length > 1) faults.push({ path: last, message: 'One signature is enough. Remove the others.' });
  else if (signature.question.visible_if ?? signature.section.visible_if)
    faults.push({
      path: pathOf(definition, signature.question.key) ?? last,
      message: 'The signature is always asked for. Take its condition away.',
    });
  return faults;
}

/** Where a section or question stands, as faults name it; null where it is not there. */
function pathOf(definition: FormDefinition, key: string): string | null {
  for (const [s, section] of definition.sections.entries()) {
    const q = section.questions.findIndex((question) => question.key === key);
    if (q !== -1) return `sections.${s}.questions.${q}`;
  }
  return null;
}

/** The faults at a place and below it. */
export const faultsAt = (faults: readonly FieldError[], path: string): FieldError[] =>
  faults.filter((fault) => fault.path === path || fault.path.startsWith(`${path}.`));
