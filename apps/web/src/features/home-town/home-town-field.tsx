import { MapPin, X } from 'lucide-react'
import { m } from '../../i18n/messages.ts'
import { IconButton } from '../../ui/index.ts'
import { TownSearch } from './town-search.tsx'
import { useHomeTown } from './use-home-town.ts'
import styles from './home-town.module.css'

/** The hometown field. The town is stored on this device and optionally shown on the profile. */
export function HomeTownField() {
  const { name, shown, elsewhere, isKnown, take, show } = useHomeTown()
  if (name === null) return <TownSearch label={m.home_town_label()} onTake={take} />
  return (
    <>
      <p className={styles.root}>
        <MapPin size={20} aria-hidden="true" />
        <bdi>{name}</bdi>
        <IconButton label={m.home_town_remove({ name })} onClick={() => take(null)}>
          <X size={20} aria-hidden="true" />
        </IconButton>
      </p>
      <label className={styles.show}>
        <input
          type="checkbox"
          checked={shown}
          disabled={!isKnown}
          onChange={({ target }) => show(target.checked)}
        />
        {m.home_town_show()}
      </label>
      {elsewhere !== null && <p className={styles.note}>{m.home_town_on_profile({ name: elsewhere })}</p>}
    </>
  )
}
