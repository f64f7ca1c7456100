{{/* The name of everything that the chart makes: that of the release, with "beside" in it. */}}
{{- define "beside.name" -}}
{{- if contains "beside" .Release.Name -}}
{{- .Release.Name | trunc 63 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-beside" .Release.Name | trunc 63 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "beside.selector" -}}
app.kubernetes.io/name: beside
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "beside.labels" -}}
{{ include "beside.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | quote }}
{{- end -}}

{{/* Whether anything is written to a volume: with PostgreSQL and a bucket nothing is. */}}
{{- define "beside.hasVolume" -}}
{{- if and .Values.persistence.enabled (not (and .Values.postgresql (hasKey .Values.env "S3_BUCKET"))) -}}
yes
{{- end -}}
{{- end -}}

{{/* Refuses what cannot work, with what to set instead. */}}
{{- define "beside.check" -}}
{{- if and .Values.postgresql (not .Values.existingSecret) -}}
{{- fail "postgresql needs existingSecret: the name of a secret with DATABASE_URL, SECRET_KEY and NEXTAUTH_SECRET." -}}
{{- end -}}
{{- if gt (int .Values.replicas) 1 -}}
{{- if not .Values.postgresql -}}
{{- fail "replicas is more than 1, but one process uses the embedded database at a time: set postgresql and existingSecret, or replicas to 1." -}}
{{- end -}}
{{- if and (not (hasKey .Values.env "S3_BUCKET")) (or (not .Values.persistence.enabled) (ne .Values.persistence.accessMode "ReadWriteMany")) -}}
{{- fail "replicas is more than 1, so all need the same files: set env.S3_BUCKET and its neighbours, or persistence.accessMode to ReadWriteMany." -}}
{{- end -}}
{{- end -}}
{{- if and .Values.ingress.enabled (not .Values.ingress.host) -}}
{{- fail "ingress.enabled needs ingress.host, the name at which Beside is reached." -}}
{{- end -}}
{{- end -}}
