import { m } from '../../i18n/messages.ts'
import { shell } from '../../lib/native-shell.ts'
import { useServerConfig } from '../../lib/server-config.ts'
import { providerHost } from '../ads/index.ts'
import { type Group, GROUPS, type PartId } from './settings-groups.ts'
import styles from './settings.module.css'

function show(id: PartId) {
  const part = document.getElementById(id)
  part?.scrollIntoView({ block: 'start' })
  part?.focus({ preventScroll: true })
}

function PartLink({ id, label }: Group['parts'][number]) {
  return (
    <a
      href={`#${id}`}
      onClick={(event) => {
        event.preventDefault()
        show(id)
      }}
    >
      {label()}
    </a>
  )
}

/** The list of settings sections by group. On wide screens, it is beside the sections. */
export function SettingsParts() {
  const hasAds = providerHost(useServerConfig()?.ads) !== null
  const isRendered = (id: PartId) => (id !== 'ads' || hasAds) && (id !== 'server' || shell() !== null)
  return (
    <nav className={styles.parts} aria-label={m.settings_sections()}>
      {GROUPS.map(({ id, label, parts }) => (
        <div key={id}>
          <p id={`parts-${id}`}>{label()}</p>
          <ul aria-labelledby={`parts-${id}`}>
            {parts
              .filter((part) => isRendered(part.id))
              .map((part) => (
                <li key={part.id}>
                  <PartLink {...part} />
                </li>
              ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}
