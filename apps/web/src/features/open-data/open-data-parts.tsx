import type { OpenDataFile, OpenDataSource } from '@nollie/contract'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { m } from '../../i18n/messages.ts'
import { longDayText, numberText } from '../../lib/format.ts'
import { bytesText } from '../../lib/text/bytes-text.ts'
import { classes } from '../../lib/classes.ts'
import { buttonLook } from '../../ui/button.tsx'
import { Failed } from '../../ui/list-states.tsx'
import { looks } from '../../ui/looks.ts'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { Part } from '../legal/index.ts'
import { withLicense } from './member-license.tsx'
import { openDataQuery } from './open-data-requests.ts'
import styles from './open-data.module.css'

/** The path of the API for parts of the map, as an example. */
const EXAMPLE = '/api/open/spots.geojson?bbox=2.1,41.3,2.3,41.5'

/** The sections of `/about/data`: the file, its sources, the API, and the license of members' spots. */
export function OpenDataParts() {
  const { data, isError, refetch } = useQuery(openDataQuery)
  if (isError) return <Failed title={m.open_data_failed()} onRetry={() => void refetch()} />
  if (!data)
    return (
      <Loading label={m.shell_loading()}>
        <Skeleton />
      </Loading>
    )
  const { file, member_license } = data
  return (
    <>
      <Part title={m.open_data_file_title()}>
        {file ? <File file={file} /> : <p>{m.open_data_no_file()}</p>}
      </Part>
      {file && file.sources.length > 0 && (
        <Part title={m.open_data_sources_title()}>
          <Sources sources={file.sources} />
        </Part>
      )}
      <Part title={m.open_data_members_title()}>
        <p>
          {member_license ? withLicense(m.open_data_members, member_license) : m.open_data_members_none()}
        </p>
      </Part>
      <Part title={m.open_data_api_title()}>
        <p>{m.open_data_api()}</p>
        <p>
          <a className={classes(looks.link, styles.code)} href={EXAMPLE}>
            {EXAMPLE}
          </a>
        </p>
      </Part>
      <Part title={m.open_data_embed()}>
        <p>{m.open_data_embed_about()}</p>
      </Part>
    </>
  )
}

function File({ file: { path, bytes, spots, made_at } }: { file: OpenDataFile }) {
  return (
    <>
      <p>{m.open_data_file({ count: spots, shown: numberText(spots), day: longDayText(made_at) })}</p>
      <a {...buttonLook({ variant: 'line', className: styles.download })} href={path} download>
        <Download aria-hidden="true" />
        {m.open_data_download({ size: bytesText(bytes) })}
      </a>
    </>
  )
}

function Sources({ sources }: { sources: readonly OpenDataSource[] }) {
  return (
    <ul className={styles.sources}>
      {sources.map(({ name, license, spots, updated_at }) => (
        <li key={`${name ?? ''} ${license}`}>
          <b>
            {name === 'OpenStreetMap' ? (
              <a
                className={looks.link}
                href="https://www.openstreetmap.org/copyright"
                target="_blank"
                rel="noopener noreferrer"
              >
                {m.open_data_osm()}
              </a>
            ) : (
              <bdi>{name ?? m.open_data_by_members()}</bdi>
            )}
          </b>
          <span>
            {m.open_data_source({
              license,
              count: spots,
              shown: numberText(spots),
              day: longDayText(updated_at),
            })}
          </span>
        </li>
      ))}
    </ul>
  )
}
