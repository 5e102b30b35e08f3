import type { DifficultyLevel, SpotType } from '@nollie/contract/spots/spot-types'
import { DIFFICULTY_LEVELS, SPOT_TYPES } from '@nollie/contract/spots/spot-types'
import { useId } from 'react'
import { m } from '../../../i18n/messages.ts'
import { Chip, DifficultyMark, difficultyLabel, TypeChip } from '../../../ui/index.ts'
import { looks } from '../../../ui/looks.ts'
import styles from '../spot-dialogs.module.css'

type TypeProps = {
  value: readonly SpotType[]
  error?: string | undefined
  /** Whether phones show two rows that scroll sideways, instead of six. */
  isShort?: boolean
  onToggle: (type: SpotType) => void
}

/** The 15 spot types. Any number of them can be selected. */
export function TypeChoice({ value, error, isShort = false, onToggle }: TypeProps) {
  const id = useId()
  return (
    <div className={looks.field} role="group" aria-labelledby={id}>
      <span className={looks.fieldLabel} id={id}>
        {m.share_types()}
      </span>
      <div className={isShort ? styles.shortKinds : styles.kinds}>
        {SPOT_TYPES.map((type) => (
          <TypeChip key={type} type={type} pressed={value.includes(type)} onClick={() => onToggle(type)} />
        ))}
      </div>
      {error && <p className={looks.fieldError}>{error}</p>}
    </div>
  )
}

type DifficultyProps = {
  value: DifficultyLevel | null
  /** Whether the title is already visible above the choice. */
  isTitled?: boolean
  onChoose: (level: DifficultyLevel) => void
}

/** The difficulty. Pressing the selected option again clears it. */
export function DifficultyChoice({ value, isTitled = false, onChoose }: DifficultyProps) {
  const id = useId()
  return (
    <div className={looks.field} role="group" aria-labelledby={id}>
      <span className={isTitled ? 'sr-only' : looks.fieldLabel} id={id}>
        {m.share_difficulty()}
      </span>
      <div className={styles.kinds}>
        {DIFFICULTY_LEVELS.map((level) => (
          <Chip key={level} pressed={value === level} onClick={() => onChoose(level)}>
            <DifficultyMark level={level} />
            {difficultyLabel(level)}
          </Chip>
        ))}
      </div>
      <p className={looks.fieldHint}>{m.share_difficulty_hint()}</p>
    </div>
  )
}
