import { parseImportArea } from '@nollie/contract/imports/area-text'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { listCountries } from '../../lib/places/country-names.ts'
import { ButtonLink, Note, Tabs } from '../../ui/index.ts'
import { Select } from '../../ui/forms/select.tsx'
import { TownSearch } from '../home-town/index.ts'
import styles from './skateparks.module.css'

type Kind = 'country' | 'town' | 'box'

type Props = {
  /** The chosen area as text; null if none is chosen. */
  area: string | null
  onChoose: (area: string | null) => void
}

const COUNTRIES = listCountries()
const CODES = COUNTRIES.map(({ code }) => code)
const NAMES = new Map(COUNTRIES.map(({ code, name }) => [code, name]))

function CountryChoice({ area, onChoose }: Props) {
  const place = parseImportArea(area ?? '')
  return (
    <Select
      label={m.imports_osm_country()}
      none={m.imports_osm_country_choose()}
      values={CODES}
      toText={(code) => NAMES.get(code) ?? code}
      value={place?.kind === 'country' ? place.code : null}
      onChoose={(code) => onChoose(code && `country:${code}`)}
    />
  )
}

function ViewChoice({ hasView }: { hasView: boolean }) {
  if (hasView) return <Note>{m.imports_osm_view_text()}</Note>
  return (
    <>
      <Note spaced>{m.imports_osm_view_none({ action: m.imports_osm_from_map() })}</Note>
      <ButtonLink href="/spots" variant="line">
        {m.imports_osm_open_map()}
      </ButtonLink>
    </>
  )
}

/** Chooses an area to import: a country, a town, or the part of the map that the admin was looking at. */
export function AreaChoice({ area, view, onChoose }: Props & { view: string | null }) {
  const [kind, setKind] = useState<Kind>(() => parseImportArea(area ?? '')?.kind ?? 'country')
  const choose = (next: Kind) => {
    setKind(next)
    onChoose(next === 'box' ? view : null)
  }
  const panels: Record<Kind, { title: string; panel: React.ReactNode }> = {
    country: { title: m.imports_osm_country(), panel: <CountryChoice area={area} onChoose={onChoose} /> },
    town: {
      title: m.imports_osm_town(),
      panel: (
        <TownSearch
          label={m.imports_osm_town()}
          onChoosing={() => onChoose(null)}
          onTake={(town) => onChoose(town && `town:${town.latitude.toFixed(4)},${town.longitude.toFixed(4)}`)}
        />
      ),
    },
    box: { title: m.imports_osm_view(), panel: <ViewChoice hasView={view !== null} /> },
  }
  return (
    <Tabs
      label={m.imports_osm_where()}
      value={kind}
      onChange={(next) => choose(next as Kind)}
      tabs={(['country', 'town', 'box'] as const).map((value) => ({
        value,
        title: panels[value].title,
        panel: <div className={styles.choice}>{panels[value].panel}</div>,
      }))}
    />
  )
}
