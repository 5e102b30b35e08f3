import type { Obstacle } from '@nollie/contract'
import { MATERIALS, OBSTACLE_KINDS, type ObstacleMeasure } from '@nollie/contract/facts/fact-kinds'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { fromCentimetres, toCentimetres, usesInches } from '../../lib/text/size-text.ts'
import { Chip, Field, IconButton } from '../../ui/index.ts'
import { Select } from '../../ui/forms/select.tsx'
import { isPossible } from './fact-draft.ts'
import { kindText, materialText, measureName } from './fact-text.ts'
import styles from './facts.module.css'

type SizeProps = {
  label: string
  cm: number | null
  error?: string | undefined
  onType: (cm: number | null) => void
}

/** A field for entering a size in the person's units. It doesn't reformat the text while someone is typing. */
export function SizeField({ label, cm, error, onType }: SizeProps) {
  const [typed, setTyped] = useState(() => (cm === null ? '' : String(fromCentimetres(cm))))
  return (
    <Field
      label={usesInches() ? m.facts_in_inches({ what: label }) : m.facts_in_centimeters({ what: label })}
      inputMode="decimal"
      autoComplete="off"
      maxLength={7}
      value={typed}
      error={error}
      onChange={(event) => {
        const text = event.target.value
        setTyped(text)
        onType(text.trim() === '' ? null : toCentimetres(Number(text.replace(',', '.'))))
      }}
    />
  )
}

type CountProps = { name: 'stairs' | 'angle'; value: number | null; onType: (value: number | null) => void }

function CountField({ name, value, onType }: CountProps) {
  const [typed, setTyped] = useState(() => (value === null ? '' : String(value)))
  return (
    <Field
      label={measureName(name)}
      inputMode="numeric"
      autoComplete="off"
      maxLength={5}
      value={typed}
      error={isPossible(name, value) ? undefined : m.facts_measure_out_of_range()}
      onChange={(event) => {
        const text = event.target.value
        setTyped(text)
        onType(text.trim() === '' ? null : Number(text))
      }}
    />
  )
}

type Props = {
  number: number
  obstacle: Obstacle
  onChange: (obstacle: Obstacle) => void
  onRemove: () => void
}

const HAS_STAIRS: ReadonlySet<Obstacle['kind']> = new Set(['stairs', 'hubba', 'rail', 'gap', 'other'])
const HAS_ANGLE: ReadonlySet<Obstacle['kind']> = new Set([
  'bank',
  'ramp',
  'kicker',
  'wallride',
  'quarter',
  'other',
])

/** The fields for one obstacle. */
export function ObstacleFields({ number, obstacle, onChange, onRemove }: Props) {
  const set = (change: Partial<Obstacle>) => onChange({ ...obstacle, ...change })
  const { kind } = obstacle
  const size = (name: ObstacleMeasure & `${string}_cm`) => (
    <SizeField
      label={measureName(name)}
      cm={obstacle[name]}
      error={isPossible(name, obstacle[name]) ? undefined : m.facts_measure_out_of_range()}
      onType={(cm) => set({ [name]: cm })}
    />
  )
  return (
    <fieldset className={styles.obstacleFields}>
      <legend className="sr-only">{`${number}. ${kindText(kind)}`}</legend>
      <div className={styles.obstacleTop}>
        <Select
          label={m.facts_obstacle()}
          values={OBSTACLE_KINDS}
          toText={kindText}
          value={kind}
          onChoose={(next) => next && set({ kind: next })}
        />
        <IconButton label={m.facts_obstacle_remove({ name: kindText(kind) })} onClick={onRemove}>
          <Trash2 size={20} aria-hidden="true" />
        </IconButton>
      </div>
      <div className={styles.pair}>
        {size('height_cm')}
        {size('length_cm')}
        {HAS_STAIRS.has(kind) && (
          <CountField name="stairs" value={obstacle.stairs} onType={(stairs) => set({ stairs })} />
        )}
        {HAS_ANGLE.has(kind) && (
          <CountField name="angle" value={obstacle.angle} onType={(angle) => set({ angle })} />
        )}
        <Select
          label={m.facts_material()}
          none={m.facts_unknown()}
          values={MATERIALS}
          toText={materialText}
          value={obstacle.material}
          onChoose={(material) => set({ material })}
        />
      </div>
      <Treatment obstacle={obstacle} set={set} />
    </fieldset>
  )
}

type Set = (change: Partial<Obstacle>) => void

function Treatment({ obstacle, set }: { obstacle: Obstacle; set: Set }) {
  return (
    <div className={styles.chips}>
      <Flag
        on={m.facts_waxed()}
        off={m.facts_not_waxed()}
        value={obstacle.waxed}
        onSet={(waxed) => set({ waxed })}
      />
      <Flag
        on={m.facts_knobbed()}
        off={m.facts_not_knobbed()}
        value={obstacle.knobbed}
        onSet={(knobbed) => set({ knobbed })}
      />
    </div>
  )
}

type FlagProps = { on: string; off: string; value: boolean | null; onSet: (value: boolean | null) => void }

function Flag({ on, off, value, onSet }: FlagProps) {
  return (
    <>
      <Chip pressed={value === true} onClick={() => onSet(value === true ? null : true)}>
        {on}
      </Chip>
      <Chip pressed={value === false} onClick={() => onSet(value === false ? null : false)}>
        {off}
      </Chip>
    </>
  )
}
