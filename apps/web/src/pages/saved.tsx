import { useNavigate, useSearch } from '@tanstack/react-router'
import { SavedPosts, SavedSpots } from '../features/people/index.ts'
import { useOpenItem, LightboxHost } from '../features/lightbox/index.ts'
import { m } from '../i18n/messages.ts'
import { HeaderBar, Page, Tabs } from '../ui/index.ts'
import { useBack } from './use-back.ts'

/** `/saved`: the posts and spots somebody saved; which of the two stands in the address. */
export function SavedPage() {
  const { tab } = useSearch({ strict: false }) as { tab?: unknown }
  const navigate = useNavigate()
  const open = useOpenItem()
  return (
    <Page header={<HeaderBar title={m.people_saved()} onBack={useBack('/profile')} />}>
      <Tabs
        label={m.people_saved()}
        value={tab === 'spots' ? 'spots' : 'posts'}
        onChange={(next) =>
          void navigate({ to: '.', search: (next === 'spots' ? { tab: next } : {}) as never, replace: true })
        }
        tabs={[
          { value: 'posts', title: m.people_saved_posts(), panel: <SavedPosts onOpen={open} /> },
          { value: 'spots', title: m.people_saved_spots(), panel: <SavedSpots /> },
        ]}
      />
      <LightboxHost />
    </Page>
  )
}
