import type { Media } from '@nollie/contract'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { classes } from '../../lib/classes.ts'
import { Sheet } from '../../ui/index.ts'
import { Translated } from '../translations/index.ts'
import { describedTitle } from './described-title.ts'
import styles from './alt-texts.module.css'

type Props = Pick<Media, 'id' | 'type'> & { text: string; className: string | undefined }

/** The button that opens the description of a photo or video. */
export function BadgeButton({ id, type, text, className }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={classes(styles.badge, className)}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <span>{m.alt_texts_badge()}</span> <b className="sr-only">{m.alt_texts_show()}</b>
      </button>
      <Sheet open={open} onOpenChange={setOpen} title={describedTitle(type)}>
        <Translated of={{ kind: 'media', id }} text={text} className={styles.text}>
          <p className={styles.text} dir="auto">
            {text}
          </p>
        </Translated>
      </Sheet>
    </>
  )
}
