import type { Api } from '@nollie/contract'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { getName } from '../../lib/text/person-name.ts'
import { listItems } from '../../lib/paging.ts'
import { Avatar, Button, PagedList, toast } from '../../ui/index.ts'
import { showError } from './settings-errors.ts'
import { cardStates, Row, Section } from './section.tsx'
import { blocksQuery } from './settings-requests.ts'
import styles from './settings.module.css'

type Block = Api['GET /api/blocks']['answer']['items'][number]

function Blocked({ block: { user_id, user } }: { block: Block }) {
  const client = useQueryClient()
  const name = getName(user, m.settings_blocked_nameless())
  const unblock = useMutation({
    mutationFn: () => call('DELETE /api/people/:user_id/block', { params: { user_id } }),
    onSuccess: () => {
      toast({
        kind: 'success',
        title: m.settings_unblocked(),
        description: m.settings_unblock_done({ name }),
      })
      // The person becomes visible again in every list.
      return client.invalidateQueries()
    },
    onError: (error) => showError(error, m.settings_unblock_failed({ name })),
  })
  return (
    <li>
      <Row
        icon={<Avatar person={user ?? { username: name }} size={44} />}
        title={<bdi>{name}</bdi>}
        action={
          <Button
            variant="line"
            size="sm"
            aria-label={m.settings_unblock_label({ name })}
            busy={unblock.isPending && m.shell_loading()}
            onClick={() => unblock.mutate()}
          >
            {m.settings_unblock()}
          </Button>
        }
      >
        {user && `@${user.username}`}
      </Row>
    </li>
  )
}

/** The people the viewer has blocked, with buttons to unblock them. */
export function BlockedSection() {
  const query = useInfiniteQuery(blocksQuery)
  const blocks = listItems(query.data)
  return (
    <Section id="blocked" title={m.settings_blocked()}>
      <PagedList
        {...cardStates(m.settings_blocked_failed())}
        query={query}
        count={blocks.length}
        empty={<p className={styles.text}>{m.settings_blocked_none()}</p>}
        next={{ label: m.settings_loading(), failed: m.settings_blocked_next_failed(), byHand: true }}
      >
        <ul aria-label={m.settings_blocked()}>
          {blocks.map((block) => (
            <Blocked key={block.user_id} block={block} />
          ))}
        </ul>
      </PagedList>
    </Section>
  )
}
