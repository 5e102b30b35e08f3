import type { AdPlace } from '@nollie/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { m } from '../../i18n/messages.ts'
import { classes } from '../../lib/classes.ts'
import { useServerConfig } from '../../lib/server-config.ts'
import { looks } from '../../ui/looks.ts'
import { useConsent, providerHost } from './ad-consent.ts'
import { AdQuestion } from './ad-question.tsx'
import { adNearQuery } from './ad-requests.ts'
import { HouseAd } from './house-ad.tsx'
import { WhereNothingMoves } from './where-nothing-moves.tsx'
import styles from './ads.module.css'

// Without `allow-same-origin`, the page has an opaque origin, so its scripts can't read or write our data. With
// `credentialless`, where supported, no cookies are sent either. React doesn't know this attribute.
function Frame({ address }: { address: string }) {
  return (
    <iframe
      {...{ credentialless: '' }}
      className={styles.frame}
      title={m.ads_label()}
      src={address}
      sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
    />
  )
}

/** Says who can advertise here. Shown if there is no ad. */
function HouseNotice() {
  const contact = useServerConfig()?.operator.contact
  return (
    <p className={styles.notice}>
      {m.ads_house_title()} {contact && <a href={`mailto:${contact}`}>{contact}</a>}
    </p>
  )
}

// Returns the provider's page if the person agreed, the question if they haven't answered it, otherwise a local ad. Null
// if there is none, undefined while it loads.
function useContent(ads: AdPlace | undefined): ReactNode {
  const host = providerHost(ads)
  const consent = useConsent(host)
  const frame = consent === 'yes' ? ads?.frame : null
  const isAsking = host !== null && consent === null
  const { data, fetchStatus } = useQuery({ ...adNearQuery(), enabled: !frame && !isAsking })
  if (frame) return <Frame address={frame} />
  if (isAsking) return <AdQuestion host={host} />
  if (data?.ad) return <HouseAd ad={data.ad} />
  return !data && fetchStatus === 'fetching' ? undefined : null
}

type Props = {
  ads: AdPlace | undefined
  /** Whether the slot is last on the screen. */
  last: boolean
}

/** Shows an ad, the question whether to allow a provider's ads, or a line of text if there is neither. */
export function AdSlot({ ads, last }: Props) {
  const content = useContent(ads)
  if (content === undefined) return null
  const slot = content ? (
    <article className={classes(looks.card, styles.root)} aria-label={m.ads_label()}>
      <p className={styles.label} aria-hidden="true">
        {m.ads_label()}
      </p>
      <div className={styles.place}>{content}</div>
    </article>
  ) : (
    <HouseNotice />
  )
  return last ? slot : <WhereNothingMoves>{slot}</WhereNothingMoves>
}
