import type { DifficultyLevel } from '@nollie/contract/spots/spot-types'
import type { ButtonHTMLAttributes, CSSProperties } from 'react'
import { m } from '../i18n/messages.ts'
import { TypeGlyph } from './text/type-glyph.tsx'
import { classes } from '../lib/classes.ts'
import styles from './badge.module.css'
import { typeLabel } from './text/spot-type-label.ts'

const DIFFICULTY: Record<DifficultyLevel, { label: () => string; shape: React.ReactNode }> = {
  beginner: { label: m.shell_difficulty_beginner, shape: <circle cx="6" cy="6" r="5.5" /> },
  intermediate: { label: m.shell_difficulty_intermediate, shape: <path d="M1 1h10v10H1z" /> },
  advanced: { label: m.shell_difficulty_advanced, shape: <path d="M6 0l6 6-6 6-6-6z" /> },
}

/** Returns a difficulty's label. */
export function difficultyLabel(level: DifficultyLevel): string {
  return DIFFICULTY[level].label()
}

/** Badge for a spot type. */
export function TypeBadge({ type }: { type: string }) {
  return (
    <span className={styles.root}>
      <TypeGlyph type={type} size={20} />
      {typeLabel(type)}
    </span>
  )
}

/** Badge for a difficulty: color, shape, and label. */
export function DifficultyBadge({ level }: { level: DifficultyLevel }) {
  const { label, shape } = DIFFICULTY[level]
  return (
    <span
      className={classes(styles.root, styles.tint)}
      style={{ '--c': `var(--diff-${level})` } as CSSProperties}
    >
      <svg viewBox="0 0 12 12" aria-hidden="true">
        {shape}
      </svg>
      {label()}
    </span>
  )
}

/** A difficulty's shape in its color; decorative. */
export function DifficultyMark({ level }: { level: DifficultyLevel }) {
  return (
    <svg viewBox="0 0 12 12" width="11" height="11" fill={`var(--diff-${level})`} aria-hidden="true">
      {DIFFICULTY[level].shape}
    </svg>
  )
}

type ChipProps = ButtonHTMLAttributes<HTMLButtonElement> & { pressed: boolean }

/** A toggle button shaped like a pill. */
export function Chip({ pressed, className = '', children, ...rest }: ChipProps) {
  return (
    <button type="button" className={classes(styles.chip, className)} aria-pressed={pressed} {...rest}>
      {children}
    </button>
  )
}

/** A chip that selects a spot type. */
export function TypeChip({ type, ...rest }: Omit<ChipProps, 'type' | 'children'> & { type: string }) {
  return (
    <Chip {...rest}>
      <TypeGlyph type={type} size={26} />
      {typeLabel(type)}
    </Chip>
  )
}
