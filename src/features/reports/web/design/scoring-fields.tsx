import { CheckboxField } from '../../../../ui/form/choice.tsx';
import { FieldRow } from '../../../../ui/form/form-layout.tsx';
import { NumberField } from '../../../../ui/form/number-field.tsx';
import type { FormDefinition } from '../../rules.ts';

type Scoring = NonNullable<FormDefinition['scoring']>;
const within = (percent: number | null): number => Math.min(100, Math.max(0, percent ?? 0));

/** Whether the score has bands, and where they begin. */
export function ScoringFields({
  scoring,
  error,
  onChange,
}: {
  scoring: Scoring | undefined;
  error: string | undefined;
  onChange: (scoring: Scoring | undefined) => void;
}) {
  return (
    <>
      <CheckboxField
        path="scoring"
        label="The score is judged green, amber or red"
        value={scoring !== undefined}
        onChange={(on) => onChange(on ? { green_at: 90, amber_at: 80 } : undefined)}
      />
      {scoring ? (
        <FieldRow>
          <NumberField
            path="scoring.green_at"
            label="Green from"
            unit="%"
            value={scoring.green_at}
            onChange={(percent) => onChange({ ...scoring, green_at: within(percent) })}
          />
          <NumberField
            path="scoring.amber_at"
            label="Amber from"
            unit="%"
            value={scoring.amber_at}
            error={error}
            onChange={(percent) => onChange({ ...scoring, amber_at: within(percent) })}
          />
        </FieldRow>
      ) : null}
    </>
  );
}
