import type { CaseKind, DecisionAction } from '@nollie/contract/moderation/moderation-types'
import { m } from '../../i18n/messages.ts'

const TEXTS: Record<DecisionAction, { name: () => string; text: () => string }> = {
  keep: { name: m.moderation_action_keep, text: m.moderation_action_keep_text },
  hide: { name: m.moderation_action_hide, text: m.moderation_action_hide_text },
  remove: { name: m.moderation_action_remove, text: m.moderation_action_remove_text },
  warn: { name: m.moderation_action_warn, text: m.moderation_action_warn_text },
  suspend: { name: m.moderation_action_suspend, text: m.moderation_action_suspend_text },
  settle: { name: m.stewards_action_settle, text: m.stewards_action_settle_text },
  facts: { name: m.stewards_action_facts, text: m.stewards_action_facts_text },
}

/** Returns the label and the effect of a decision, which depend on the kind of case. */
export function decisionText(action: DecisionAction, kind?: CaseKind): { name: string; text: string } {
  return kind === 'crew' && action === 'hide'
    ? { name: m.crews_action_hide(), text: m.crews_action_hide_text() }
    : { name: TEXTS[action].name(), text: TEXTS[action].text() }
}
