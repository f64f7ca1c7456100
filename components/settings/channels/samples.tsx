import { CodeBox } from "@/components/settings/shared/code-box";
import { Tabs } from "@/components/ui/tabs";

/** A file of examples/ in one language. */
export type Sample = { id: string; name: string; path: string; text: string };

type SamplesProps = {
  samples: Sample[];
  label: string;
  /** The names of the code and of its copy button, by language. */
  describe: { code: (language: string) => string; copy: (language: string) => string };
};

export function Samples({ samples, label, describe }: SamplesProps) {
  return (
    <Tabs
      label={label}
      tabs={samples.map(({ id, name, path, text }) => ({
        id,
        name,
        content: <CodeBox path={path} code={text} label={describe.code(name)} copyLabel={describe.copy(name)} />,
      }))}
    />
  );
}
