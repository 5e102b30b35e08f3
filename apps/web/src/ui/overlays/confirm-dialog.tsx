import type { ReactNode } from 'react'
import { m } from '../../i18n/messages.ts'
import { Button } from '../button.tsx'
import { Sheet } from './sheet.tsx'
import styles from './sheet.module.css'

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Called after the closing animation. */
  onClosed?: (() => void) | undefined
  title: string
  children: ReactNode
  confirm: string
  onConfirm: () => void
  /** The label while the action runs. */
  busy?: string | false
  tone?: 'danger' | 'ink'
  cancel?: string
}

/** Asks for confirmation before an action that can't be undone. Stays open while the action runs. */
export function ConfirmDialog({
  open,
  onOpenChange,
  onClosed,
  title,
  children,
  confirm,
  onConfirm,
  busy,
  tone = 'danger',
  cancel,
}: Props) {
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => !busy && onOpenChange(next)}
      onClosed={onClosed}
      title={title}
      actions={
        <>
          <Button onClick={() => onOpenChange(false)} disabled={Boolean(busy)}>
            {cancel ?? m.shell_cancel()}
          </Button>
          <Button variant={tone} busy={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      <div className={styles.text}>{children}</div>
    </Sheet>
  )
}
