import {
  type KyselyPlugin,
  OperationNodeTransformer,
  type PluginTransformQueryArgs,
  PrimitiveValueListNode,
  ValueNode,
} from 'kysely';

/**
 * Sends booleans to PostgreSQL as text, whose type the database infers from the context. The driver would declare the
 * type `boolean`, which JSON columns refuse.
 */
export const booleansAsText: KyselyPlugin = {
  transformQuery: ({ node }: PluginTransformQueryArgs) => new BooleansAsText().transformNode(node),
  transformResult: ({ result }) => Promise.resolve(result),
};

class BooleansAsText extends OperationNodeTransformer {
  protected override transformValue(node: ValueNode): ValueNode {
    return typeof node.value === 'boolean' && !node.immediate ? ValueNode.create(String(node.value)) : node;
  }

  protected override transformPrimitiveValueList({ values }: PrimitiveValueListNode): PrimitiveValueListNode {
    return PrimitiveValueListNode.create(values.map((value) => (typeof value === 'boolean' ? String(value) : value)));
  }
}
