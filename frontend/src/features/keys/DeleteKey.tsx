import { Trash2 } from 'lucide-react'
import { DangerAlert } from '../../ui/DangerAlert'
import { KeyRequest } from './KeyRequest'
import type { Deletion, KeysTab } from './tab'
import { keyWords, words } from './words'

/** Asks before a key is deleted, with the exact request. Enter does not confirm it. */
export function DeleteKey({ tab, deletion: { key, plan } }: { tab: KeysTab; deletion: Deletion }) {
  return (
    <DangerAlert
      icon={Trash2}
      title={words.deletes(keyWords(key))}
      confirm="Delete Key"
      onConfirm={() => void tab.confirmDeletion()}
      onClose={() => tab.dismissDeletion()}
    >
      <p>{plan.reason}</p>
      <KeyRequest plan={plan} />
    </DangerAlert>
  )
}
