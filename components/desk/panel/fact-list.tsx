import { PropertyValue } from "@/components/desk/shared/property-value";
import { loader, useLoaded } from "@/components/ui/use-loaded";
import { CopyValue } from "./copy-value";
import type { AttributeValueProps } from "./formatted-value";
import type { Fact } from "./person-facts";
import type { Copied } from "./use-copied";

type Props = { facts: readonly Fact[]; copied: Copied | undefined; onCopy: (id: string, text: string) => void };

/** A click on a value copies it. */
export function FactList({ facts, copied, onCopy }: Props) {
  if (facts.length === 0) return null;
  return (
    <dl className="mt-3 grid grid-cols-[96px_minmax(0,1fr)] gap-x-3 text-sm [h3+&]:mt-1">
      {facts.map((fact) => {
        const { id, name, value, shown } = fact;
        const copy = { copied: copied?.id === id ? copied.ok : undefined, onCopy: () => onCopy(id, value) };
        return (
          <div key={id} className="contents">
            <dt className="py-0.5 text-soft wrap-anywhere">{name}</dt>
            <dd className="min-w-0 wrap-anywhere">
              {shown ? (
                <AttributeValue name={name} {...shown} copy={copy} />
              ) : (
                <PropertyValue name={name} value={value} render={(text) => <CopyValue {...copy}>{text}</CopyValue>} />
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

const formattedValue = loader(() => import("./formatted-value").then(({ FormattedValue }) => FormattedValue));

/** A value in its format. What writes it is loaded for the first one, and the value is shown as it is until then. */
function AttributeValue(props: AttributeValueProps) {
  const Formatted = useLoaded(formattedValue, true);
  const { name, value, copy } = props;
  if (Formatted) return <Formatted {...props} />;
  return <PropertyValue name={name} value={String(value)} render={(text) => <CopyValue {...copy}>{text}</CopyValue>} />;
}
