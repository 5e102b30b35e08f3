import type { Profile } from '@nollie/contract'
import type { ReactNode } from 'react'
import { m } from '../../i18n/messages.ts'
import { Tabs } from '../../ui/index.ts'
import { Drafts } from '../drafts/index.ts'
import { OwnLists, PersonLists } from '../lists/index.ts'
import { PersonActivity } from './activity/person-activity.tsx'
import { PersonBanner, PersonHead } from './person-head.tsx'
import { PersonPosts } from './person-posts.tsx'
import { PersonSpots } from './spots/person-spots.tsx'
import { PersonStats } from './person-stats.tsx'
import { useLivePerson } from './use-live-person.ts'
import { usePersonLightbox } from './use-person-lightbox.tsx'
import { type PersonTab, usePersonTab } from './use-person-tab.ts'
import styles from './profiles.module.css'

function renderLists(user_id: string, own: boolean) {
  return own ? <OwnLists /> : <PersonLists user_id={user_id} />
}

function renderDrafts() {
  return <Drafts withDrop />
}

type Props = {
  profile: Profile
  /** Whether this is the viewer's own page. */
  own: boolean
  /** Buttons on the banner, e.g. the link to settings. */
  onDeck?: ReactNode
  /** Buttons beside the picture. */
  actions: ReactNode
  /** Whether lists and drafts are in the hub, so that they need no tabs. Drafts have a tab only while they are open. */
  hasHub?: boolean
  /** Called when someone without a profile picture clicks its placeholder. */
  onNoPicture?: (() => void) | undefined
}

/** A person's page below the header: banner, names, bio, stats, and tabs. */
export function PersonView({ profile, own, onDeck, actions, hasHub = false, onNoPicture }: Props) {
  const { user_id } = profile
  const [tab, setTab] = usePersonTab(own, hasHub)
  const { openPost, openPictures, lightbox } = usePersonLightbox(profile)
  // Only the owner can see their drafts.
  const hasDrafts = own && (!hasHub || tab === 'drafts')
  useLivePerson(user_id)
  const showPictures = () => void openPictures().then((outcome) => outcome === 'none' && onNoPicture?.())
  return (
    <div className={styles.root}>
      <PersonBanner user_id={user_id}>{onDeck}</PersonBanner>
      <PersonHead
        profile={profile}
        onPicture={profile.avatar_url || own ? showPictures : undefined}
        actions={actions}
      />
      <PersonStats profile={profile} own={own} onTab={setTab} />
      <Tabs
        label={m.profiles_sections()}
        value={tab}
        onChange={(next) => setTab(next as PersonTab)}
        tabs={[
          {
            value: 'spots',
            title: m.profiles_spots(),
            panel: <PersonSpots user_id={user_id} own={own} />,
          },
          {
            value: 'posts',
            title: m.profiles_posts(),
            panel: <PersonPosts user_id={user_id} own={own} onOpen={openPost} />,
          },
          {
            value: 'activity',
            title: m.profiles_activity(),
            panel: <PersonActivity of={profile} onOpen={openPost} />,
          },
          ...(hasHub ? [] : [{ value: 'lists', title: m.lists_title(), panel: renderLists(user_id, own) }]),
          ...(hasDrafts ? [{ value: 'drafts', title: m.drafts_title(), panel: renderDrafts() }] : []),
        ]}
      />
      {lightbox}
    </div>
  )
}
