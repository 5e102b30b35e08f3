import { m } from '../../i18n/messages.ts'
import { Button } from '../../ui/index.ts'
import styles from './settings.module.css'

/** Buttons for a row that can be renamed and removed. */
export function RowButtons({
  name,
  buttonId,
  onRename,
  onRemove,
}: {
  name: string
  buttonId: string
  onRename: () => void
  onRemove: () => void
}) {
  return (
    <div className={styles.actions}>
      <Button
        id={buttonId}
        variant="line"
        size="sm"
        aria-label={m.settings_passkeys_rename_label({ name })}
        onClick={onRename}
      >
        {m.settings_passkeys_rename()}
      </Button>
      <Button
        variant="line"
        size="sm"
        aria-label={m.settings_passkeys_remove_label({ name })}
        onClick={onRemove}
      >
        {m.settings_passkeys_remove()}
      </Button>
    </div>
  )
}
