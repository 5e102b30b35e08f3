import type { Crew } from '@nollie/contract'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { Button } from '../../ui/index.ts'
import styles from './crews.module.css'
import { RenameCrew } from './rename-crew.tsx'

/**
 * Shown to a crew's owner if moderators hid the crew's name, with a button to rename the crew; otherwise renders
 * nothing.
 */
export function HiddenName({ crew }: { crew: Crew }) {
  const [isOpen, setOpen] = useState(false)
  if (!crew.is_name_hidden) return null
  return (
    <>
      <div className={styles.hiddenName} role="status">
        <p>{m.crews_name_hidden()}</p>
        <Button size="sm" variant="ink" onClick={() => setOpen(true)}>
          {m.crews_name_choose()}
        </Button>
      </div>
      {isOpen && <RenameCrew crew={crew} onClosed={() => setOpen(false)} />}
    </>
  )
}
