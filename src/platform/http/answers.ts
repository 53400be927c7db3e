import { createSerializerCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';

type SchemaCompiler = ReturnType<typeof createSerializerCompiler>;
type Route = Parameters<SchemaCompiler>[0];
type Foreign = (value: unknown) => boolean;

const validate = createSerializerCompiler({});

/**
 * How answers are written. What a contract does not name never leaves the server. Checking every value of an answer we
 * made ourselves against its schema costs more than making it, so it is done where programs are tested (`checked`); in
 * use the answer is only looked through for names that are not in the contract, and goes through the schema, which
 * drops them, when there is one.
 */
export function answerCompiler(checked: boolean): SchemaCompiler {
  if (checked) return validate;
  return (route: Route) => {
    const careful = validate(route);
    const schema: unknown = route.schema;
    const foreign = schema instanceof z.core.$ZodType ? foreignIn(schema) : () => true;
    return (answer: unknown) => (foreign?.(answer) ? careful(answer) : JSON.stringify(answer));
  };
}

/** Answers whether a value has a property its schema does not name, at any depth; null where it cannot have one. */
export function foreignIn(schema: z.core.$ZodType): Foreign | null {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'enum':
    case 'literal':
    case 'null':
    case 'undefined':
    case 'date':
    case 'unknown':
    case 'any':
      return null;
    case 'nullable':
    case 'optional': {
      const inner = foreignIn(def.innerType);
      return inner && ((value) => value !== null && value !== undefined && inner(value));
    }
    case 'array': {
      const inner = foreignIn(def.element);
      return inner && ((value) => !Array.isArray(value) || value.some(inner));
    }
    case 'record': {
      const inner = foreignIn(def.valueType);
      return inner && ((value) => typeof value !== 'object' || value === null || Object.values(value).some(inner));
    }
    case 'union': {
      // of plain values only; of objects the schema itself must say which one it is
      return def.options.every((option) => foreignIn(option) === null) ? null : () => true;
    }
    case 'object': {
      if (def.catchall) return () => true;
      const fields = new Map(Object.entries(def.shape).map(([name, field]) => [name, foreignIn(field)]));
      return (value) => {
        if (typeof value !== 'object' || value === null) return true;
        for (const name in value) {
          const inner = fields.get(name);
          if (inner === undefined) return true;
          if (inner !== null && inner((value as Record<string, unknown>)[name])) return true;
        }
        return false;
      };
    }
    default:
      // what has a meaning of its own (transforms, checks by a function) is left to the schema
      return () => true;
  }
}
