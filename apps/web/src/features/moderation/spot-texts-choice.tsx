import type { ModerationCase } from '@nollie/contract'
import { SPOT_TEXTS, type SpotTexts } from '@nollie/contract/moderation/moderation-types'
import { useId } from 'react'
import { m } from '../../i18n/messages.ts'
import styles from './moderation.module.css'

const SPOT_TEXTS_CHOICES = {
  hide: { name: m.moderation_spot_texts_hide, text: m.moderation_spot_texts_hide_text },
  keep: { name: m.moderation_spot_texts_keep, text: m.moderation_spot_texts_keep_text },
} as const satisfies Record<SpotTexts, unknown>

/** Asks whether to also hide the spot's name and description, because they repeat the hidden post's text. */
export function SpotTextsChoice({
  spot,
  value,
  onChange,
}: {
  spot: NonNullable<ModerationCase['made_spot']>
  value: SpotTexts
  onChange: (value: SpotTexts) => void
}) {
  const id = useId()
  return (
    <fieldset className={styles.modMore}>
      <legend>{m.moderation_spot_texts()}</legend>
      <blockquote className={styles.modText}>
        <bdi>{[spot.name, spot.description].filter(Boolean).join('\n')}</bdi>
      </blockquote>
      {SPOT_TEXTS.map((choice) => (
        <label key={choice} className={styles.modChoice}>
          <input type="radio" name={id} checked={value === choice} onChange={() => onChange(choice)} />
          <b>{SPOT_TEXTS_CHOICES[choice].name()}</b>
          <small>{SPOT_TEXTS_CHOICES[choice].text()}</small>
        </label>
      ))}
    </fieldset>
  )
}
