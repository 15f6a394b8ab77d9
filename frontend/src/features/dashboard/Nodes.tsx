import type { DashboardFigures, DashboardNode, Level } from '../../host'
import { rem } from '../../lib/rem'
import { count } from '../../lib/words'
import { withTip } from '../../ui/tips'
import style from './dashboard.module.css'
import { Meter } from './Meter'
import { Section } from './Section'
import { shareOf, shareWords, words } from './words'

/** The nodes of a cluster. */
export function Nodes({ nodes, note, error }: NonNullable<DashboardFigures['nodes']>) {
  return (
    <Section title="Nodes" count={error ? '' : count(nodes.length)} note={note} error={error}>
      <table className="list">
        <colgroup>
          <col style={{ width: '20%' }} />
          <col />
          <col style={{ width: '15%' }} />
          <col style={{ width: rem(64) }} />
          <col style={{ width: rem(64) }} />
          <col style={{ width: '15%' }} />
          <col style={{ width: rem(72) }} />
        </colgroup>
        <thead>
          <tr>
            <th>Name</th>
            <th>Roles</th>
            <th>Heap</th>
            <th className="r">CPU</th>
            <th className="r">Load</th>
            <th>Disk</th>
            <th className="r">Shards</th>
          </tr>
        </thead>
        <tbody>
          {nodes.map((node, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two nodes can have the same name, and a row holds no state.
            <Row key={at} node={node} />
          ))}
        </tbody>
      </table>
    </Section>
  )
}

function Row({ node }: { node: DashboardNode }) {
  return (
    <tr>
      <td {...withTip()}>
        <b>{node.name}</b>
      </td>
      <td className={style.roles}>{node.roles.join(', ') || words.unknown}</td>
      <td>
        <Share part={node.heapUsed} whole={node.heapMax} level="" />
      </td>
      <td className="r">{node.cpu === '' ? words.unknown : `${node.cpu}%`}</td>
      <td className="r">{node.load || words.unknown}</td>
      <td>
        <Share part={node.diskUsed} whole={node.diskTotal} level={node.diskLevel} />
      </td>
      <td className="r">{node.shards === '' ? words.unknown : count(node.shards)}</td>
    </tr>
  )
}

function Share({ part, whole, level }: { part: string; whole: string; level: Level }) {
  const share = shareOf(part, whole)
  return (
    <div className={style.share}>
      {share !== undefined && <Meter share={share} level={level} />}
      <span className={style.part}>{shareWords(part, whole)}</span>
    </div>
  )
}
