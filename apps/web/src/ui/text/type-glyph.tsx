import { type SpotType, toSpotType } from '@nollie/contract/spots/spot-types'
import sprite from './spot-glyphs.svg?url'
import { classes } from '../../lib/classes.ts'
import styles from './type-glyph.module.css'

type Family = 'sq' | 'rd' | 'hx'

/** Returns the shape of a type's badge and pin: square for street, round for transition, hexagonal for built parks. */
export function getFamily(type: SpotType): Family {
  return type === 'diy' || type === 'other'
    ? 'hx'
    : ['park', 'vert', 'bowl', 'mini-ramp', 'quarter'].includes(type)
      ? 'rd'
      : 'sq'
}

function known(type: string): SpotType {
  return toSpotType(type) ?? 'other'
}

type Props = { type: string; size?: number; className?: string | undefined }

/** A type's color, shape, and glyph; decorative, because its label is next to it. Unknown types look like `other`. */
export function TypeGlyph({ type, size = 26, className = '' }: Props) {
  const shown = known(type)
  return (
    <svg
      className={classes(styles.root, className)}
      width={size}
      height={size}
      viewBox="0 0 40 40"
      data-type={shown}
      aria-hidden="true"
    >
      <use className={styles.typeShape} href={`${sprite}#shape-${getFamily(shown)}`} />
      <use
        className={styles.typeGlyph}
        href={`${sprite}#glyph-${shown}`}
        x="8"
        y="8"
        width="24"
        height="24"
      />
    </svg>
  )
}

/** A map pin for a spot type, with its tip at the bottom center; `size` is its width. */
export function TypePin({
  type,
  size = 36,
  selected = false,
  gone = false,
  className = '',
}: Props & { selected?: boolean; gone?: boolean }) {
  const shown = known(type)
  return (
    <svg
      className={classes(styles.pin, className)}
      width={size}
      height={(size * 52) / 44}
      viewBox="0 0 44 52"
      data-type={shown}
      data-selected={selected ? '' : undefined}
      data-gone={gone ? '' : undefined}
      aria-hidden="true"
    >
      <use className={styles.pinShape} href={`${sprite}#pin-${getFamily(shown)}`} width="44" height="52" />
      <use
        className={styles.typeGlyph}
        href={`${sprite}#glyph-${shown}`}
        x="9.3"
        y="9.3"
        width="25.44"
        height="25.44"
      />
    </svg>
  )
}
