import { m } from '../../../i18n/messages.ts'
import { Button, toast } from '../../../ui/index.ts'
import settings from '../settings.module.css'
import styles from './two-step.module.css'

function buildFileUrl(codes: readonly string[]): string {
  return `data:text/plain;charset=utf-8,${encodeURIComponent(`${m.settings_factors_file({ site: location.host })}\n\n${codes.join('\n')}\n`)}`
}

/** New recovery codes to copy or download. They are shown only once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => toast({ kind: 'success', title: m.settings_factors_codes_copied() }),
      () => toast({ kind: 'error', title: m.settings_tokens_copy_failed() }),
    )
  return (
    <div className={settings.form} role="group" aria-label={m.settings_factors_codes()}>
      <p role="status">{m.settings_factors_codes_text()}</p>
      <ul className={styles.codes} aria-label={m.settings_factors_codes()}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button variant="ink" onClick={() => void copy()}>
          {m.settings_factors_codes_copy()}
        </Button>
        <Button variant="line" onClick={() => save(codes)}>
          {m.settings_factors_codes_save()}
        </Button>
      </div>
      <Button onClick={onDone}>{m.settings_factors_codes_done()}</Button>
    </div>
  )
}

function save(codes: readonly string[]): void {
  const link = document.createElement('a')
  link.href = buildFileUrl(codes)
  link.download = 'nollie-recovery-codes.txt'
  link.click()
}
