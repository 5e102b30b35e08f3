import type { DifficultyLevel, SpotType } from '@nollie/contract/spot-types'
import { DIFFICULTY_LEVELS, SPOT_TYPES } from '@nollie/contract/spot-types'
import { useId } from 'react'
import { m } from '../../i18n/messages.ts'
import { Chip, DifficultyMark, difficultyLabel, TypeChip } from '../../ui/index.ts'

type TypeProps = { value: readonly SpotType[]; onToggle: (type: SpotType) => void }

/** The 15 kinds of spots, any number of them chosen. */
export function TypeChoice({ value, onToggle }: TypeProps) {
  const id = useId()
  return (
    <div className="field" role="group" aria-labelledby={id}>
      <span className="field-label" id={id}>
        {m.share_types()}
      </span>
      <div className="flex flex-wrap gap-2">
        {SPOT_TYPES.map((type) => (
          <TypeChip key={type} type={type} pressed={value.includes(type)} onClick={() => onToggle(type)} />
        ))}
      </div>
    </div>
  )
}

type DifficultyProps = { value: DifficultyLevel | null; onChoose: (level: DifficultyLevel) => void }

/** How hard it is; pressing the chosen one again takes it back. */
export function DifficultyChoice({ value, onChoose }: DifficultyProps) {
  const id = useId()
  return (
    <div className="field" role="group" aria-labelledby={id}>
      <span className="field-label" id={id}>
        {m.share_difficulty()}
      </span>
      <div className="flex flex-wrap gap-2">
        {DIFFICULTY_LEVELS.map((level) => (
          <Chip key={level} pressed={value === level} onClick={() => onChoose(level)}>
            <DifficultyMark level={level} />
            {difficultyLabel(level)}
          </Chip>
        ))}
      </div>
      <p className="field-hint">{m.share_difficulty_hint()}</p>
    </div>
  )
}
