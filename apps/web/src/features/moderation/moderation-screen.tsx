import { m } from '../../i18n/messages.ts'
import { go } from '../../lib/navigation.ts'
import { useBack } from '../../lib/use-back.ts'
import { EmptyState, HeaderBar, Page, Tabs } from '../../ui/index.ts'
import { ManagedAds } from '../ads/index.ts'
import { Imports } from '../imports/index.ts'
import { ManagedAreas } from '../stewards/index.ts'
import { TwinWork } from '../twins/index.ts'
import { CaseList } from './case-list.tsx'
import { CaseView } from './case-view.tsx'
import { DeletedSpots } from './deleted-spots.tsx'
import { AuditLog } from './audit-log.tsx'
import { Members } from './members.tsx'
import styles from './moderation.module.css'

const LISTS = [
  'open',
  'appealed',
  'closed',
  'members',
  'spots',
  'twins',
  'log',
  'areas',
  'imports',
  'ads',
] as const
type List = (typeof LISTS)[number]

// Case lists always have room for a case beside them. Other lists make room only while a case is selected.
const OF_CASES: readonly List[] = ['open', 'appealed', 'closed']

/** The screen's state in the URL. */
type ModerationLocation = { list: List; caseId: string | null }

function buildAddress({ list, caseId }: ModerationLocation) {
  const query = new URLSearchParams({
    ...(list === 'open' ? {} : { list }),
    ...(caseId ? { case: caseId } : {}),
  }).toString()
  return `/admin${query && `?${query}`}`
}

function Lists({ list, caseId }: ModerationLocation) {
  const hasCases = caseId !== null || OF_CASES.includes(list)
  const buildHref = (id: string) => buildAddress({ list, caseId: id })
  const panels: Record<List, { title: string; panel: React.ReactNode }> = {
    open: {
      title: m.moderation_open(),
      panel: <CaseList status="open" current={caseId} buildHref={buildHref} />,
    },
    appealed: {
      title: m.moderation_appeals(),
      panel: <CaseList status="appealed" current={caseId} buildHref={buildHref} />,
    },
    closed: {
      title: m.moderation_closed(),
      panel: <CaseList status="closed" current={caseId} buildHref={buildHref} />,
    },
    members: { title: m.moderation_members(), panel: <Members /> },
    spots: { title: m.moderation_deleted_spots(), panel: <DeletedSpots /> },
    twins: { title: m.twins_pairs(), panel: <TwinWork /> },
    log: { title: m.moderation_log(), panel: <AuditLog buildHref={buildHref} /> },
    imports: { title: m.imports_title(), panel: <Imports /> },
    areas: { title: m.stewards_areas(), panel: <ManagedAreas /> },
    ads: { title: m.ads_title(), panel: <ManagedAds /> },
  }
  return (
    <div className={styles.mod} data-case={caseId ? '' : undefined} data-alone={hasCases ? undefined : ''}>
      <div className={styles.modLists}>
        <Tabs
          label={m.moderation_lists()}
          value={list}
          onChange={(next) =>
            go(buildAddress({ list: LISTS.find((one) => one === next) ?? 'open', caseId: null }))
          }
          tabs={LISTS.map((value) => ({ value, ...panels[value] }))}
        />
      </div>
      {hasCases && (
        <div className={styles.modSide}>
          {caseId ? (
            <CaseView key={caseId} id={caseId} back={buildAddress({ list, caseId: null })} />
          ) : (
            <EmptyState art="comments" title={m.moderation_case_choose()}>
              {m.moderation_case_choose_text()}
            </EmptyState>
          )}
        </div>
      )}
    </div>
  )
}

/** `/admin`: cases, members, and the audit log, with the selected case beside them. */
export function ModerationScreen(location: ModerationLocation) {
  return (
    <Page wide header={<HeaderBar title={m.moderation_title()} onBack={useBack('/dashboard')} />}>
      <Lists {...location} />
    </Page>
  )
}
