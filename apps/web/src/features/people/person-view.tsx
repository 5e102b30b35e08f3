import type { Profile } from '@nollie/contract'
import type { ReactNode } from 'react'
import { m } from '../../i18n/messages.ts'
import { Tabs } from '../../ui/index.ts'
import { PersonActivity } from './person-activity.tsx'
import { PersonBanner, PersonHead } from './person-head.tsx'
import { PersonPosts } from './person-posts.tsx'
import { PersonSpots } from './person-spots.tsx'
import { PersonStats } from './person-stats.tsx'
import { useLivePerson } from './use-live-person.ts'
import { usePersonLightbox } from './use-person-lightbox.tsx'
import { type PersonTab, useTab } from './use-tab.ts'
import './person.css'

type Props = {
  profile: Profile
  /** It is the lightbox's own page. */
  own: boolean
  /** On the deck, e.g. the way to the settings. */
  onDeck?: ReactNode
  /** Beside the picture. */
  actions: ReactNode
  /** Ways on, under the figures. */
  links?: ReactNode
  /** The person has no picture yet and pressed where it would be. */
  onNoPicture?: (() => void) | undefined
}

/** A person's page below the bar: deck, who they are, their figures, and what they put up. */
export function PersonView({ profile, own, onDeck, actions, links, onNoPicture }: Props) {
  const { user_id } = profile
  const [tab, setTab] = useTab()
  const { openPost, openPictures, lightbox } = usePersonLightbox(profile)
  useLivePerson(user_id)
  const showPictures = () => void openPictures().then((outcome) => outcome === 'none' && onNoPicture?.())
  return (
    <div className="person">
      <PersonBanner user_id={user_id}>{onDeck}</PersonBanner>
      <PersonHead
        profile={profile}
        onPicture={profile.avatar_url || own ? showPictures : undefined}
        actions={actions}
      />
      <PersonStats profile={profile} own={own} onTab={setTab} />
      {links}
      <Tabs
        label={m.people_sections()}
        value={tab}
        onChange={(next) => setTab(next as PersonTab)}
        tabs={[
          {
            value: 'spots',
            title: m.people_spots(),
            panel: <PersonSpots user_id={user_id} own={own} />,
          },
          {
            value: 'posts',
            title: m.people_posts(),
            panel: <PersonPosts user_id={user_id} own={own} onOpen={openPost} />,
          },
          {
            value: 'activity',
            title: m.people_activity(),
            panel: <PersonActivity of={profile} onOpen={openPost} />,
          },
        ]}
      />
      {lightbox}
    </div>
  )
}
